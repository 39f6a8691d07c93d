// Words spelled by bodies.

export { layOut } from './layout.ts';
export { spell, spellDefaults } from './spell.ts';

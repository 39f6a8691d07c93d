// carom/engines/program: simulators compiled from a specification.

export { colorNames } from './colors.ts';
export { controlsOf } from './controls.ts';
export { dressScene, sceneOfSpecification } from './dress.ts';
export { FrameMotion } from './frame-motion.ts';
export { program } from './program.ts';
export { shapeKinds } from './shape-mesh.ts';

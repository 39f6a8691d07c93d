// Exporters that need other programs.

export { exportFilm } from './film/encode-film.node.ts';

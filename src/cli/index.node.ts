// What else than commands uses of the command line: examples, runs and servers, in Node.

export { buildStudio, serveStudio } from './look/serve-studio.node.ts';
export { serveRecording, type ViewServer } from './look/serve.node.ts';
export { type Example, listExamples, loadExample } from './run/examples.node.ts';
export { simulate } from './run/simulate.node.ts';

// The content security policy of the studio: its own scripts, styles and workers, WebAssembly, pictures it made itself,
// and nothing from anywhere else. The server sends it, and the build writes it into the pages for hosts that send none.

export const studioPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

import { defineConfig } from 'vite';

export default defineConfig({
  // One static folder that works wherever it is put.
  base: './',
  build: {
    target: 'es2023',
    // Small files would be written into others as data URLs, which a strict page would not load.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
  },
});

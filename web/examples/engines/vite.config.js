import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  // The model that the command line carries with it; an application of yours has its own.
  publicDir: '../../../crates/sinew-cli/demo',
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 8000,
    // Two of the engines are large; nobody reads these files.
    minify: false,
    rollupOptions: { input: ['react.html', 'babylon.html', 'playcanvas.html'] },
  },
});

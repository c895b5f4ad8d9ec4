/** How the client is built and tested. Addresses are relative, because a floor may live under a path of a bigger site. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv } from "vite";
import { defineConfig } from "vitest/config";

/** The server behind `make dev`. It answers pages of its own host only, so the browser's Host header is passed on. */
function proxyTo(target: string) {
  return { "/api": { target, changeOrigin: false }, "/ws": { target, changeOrigin: false, ws: true } };
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  base: "./",
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: proxyTo(loadEnv(mode, ".", "PUNTO_")["PUNTO_SERVER"] ?? "http://127.0.0.1:8000") },
  test: { environment: "node", include: ["src/**/*.test.ts"] }, // a test of the page asks for jsdom, which starts slowly
}));

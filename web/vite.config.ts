/** How the client is built and tested. Addresses are relative, because a floor may live under a path of a bigger site. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const SERVER = "http://127.0.0.1:8000"; // `punto serve`, while the client is being worked on

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  base: "./",
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
  test: { environment: "jsdom", include: ["src/**/*.test.ts"] },
}));

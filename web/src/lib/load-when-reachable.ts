export * from "./load-chunk.ts";

export * from "./etag-cache.ts";

export * from "./shared/storage.ts";

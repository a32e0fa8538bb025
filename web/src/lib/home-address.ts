export * from "./shared/home-address.ts";

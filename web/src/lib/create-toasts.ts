export * from "../ui/toasts.ts";

import { enhanceFrame } from "./enhance-frame.ts";

enhanceFrame(window);

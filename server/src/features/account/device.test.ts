import { expect, test } from "vitest";
import { toDevice } from "./sessions.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  ["Chrome on Windows", `${windows} ${webkit} Chrome/140.0.0.0 Safari/537.36`],
  ["Edge on Windows", `${windows} ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
  ["Opera on Windows", `${windows} ${webkit} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`],
  ["Firefox on Windows", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0"],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"],
  ["Safari on macOS", `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/26.0 Safari/605.1.15`],
  ["Chrome on macOS", `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/140.0.0.0 Safari/537.36`],
  ["Chrome on Android", `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`],
  ["Edge on Android", `Mozilla/5.0 (Linux; Android 16) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0`],
  ["Safari on iPhone", `${iphone} Version/19.0 Mobile/15E148 Safari/604.1`],
  ["Chrome on iPhone", `${iphone} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`],
  ["Firefox on iPhone", `${iphone} FxiOS/150.0 Mobile/15E148 Safari/605.1.15`],
  ["Safari on iPad", `${iphone.replaceAll("iPhone", "iPad")} Version/19.0 Mobile/15E148 Safari/604.1`],
  ["iPhone", `${iphone} Mobile/15E148`],
  ["Unknown device", "curl/8.5.0"],
  ["Unknown device", ""],
  ["Unknown device", null],
])("%s is recognised", (device, userAgent) => {
  expect(toDevice(userAgent)).toBe(device);
});

import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { createTotp, findTotpStep } from "./enroll.ts";

const noon = new Date("2026-03-01T12:00:10Z");
const step = Math.floor(noon.getTime() / 30_000);
const { secret, uri, qr_code } = createTotp("Clanhall", "ann@clan.test");
const codeAt = (distance: number) => new TOTP({ secret }).generate({ timestamp: noon.getTime() + distance * 30_000 });

test("S19: the current code counts, and one step before and after", () => {
  expect([-1, 0, 1].map((distance) => findTotpStep(secret, codeAt(distance), null, noon))).toEqual([
    step - 1,
    step,
    step + 1,
  ]);
  expect([-2, 2].map((distance) => findTotpStep(secret, codeAt(distance), null, noon))).toEqual([null, null]);
});

test("S19: no step counts twice, and none from before the last one", () => {
  expect(findTotpStep(secret, codeAt(0), step, noon)).toBeNull();
  expect(findTotpStep(secret, codeAt(-1), step, noon)).toBeNull();
  expect(findTotpStep(secret, codeAt(1), step, noon)).toBe(step + 1);
});

test.each(["", "12345", "1234567", "abcdef", "12345６"])("%j is no code", (text) => {
  expect(findTotpStep(secret, text, null, noon)).toBeNull();
});

test("S19: a secret has 160 bits, is new each time, and fits every authenticator app", () => {
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(createTotp("Clanhall", "ann@clan.test").secret).not.toBe(secret);
  expect(uri).toBe(
    `otpauth://totp/Clanhall:ann%40clan.test?issuer=Clanhall&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
});

test("the picture can follow data:image/svg+xml;utf-8, as it is, also for the longest names", () => {
  const longest = createTotp("😀".repeat(60), `${"a".repeat(242)}@clan.test`);
  for (const picture of [qr_code, longest.qr_code]) {
    expect(picture).toMatch(/^<svg /);
    expect(picture).not.toMatch(/[#%]/);
  }
});

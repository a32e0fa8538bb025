import fc from "fast-check";
import { expect, test } from "vitest";
import { type BulletinState, bulletinStateAt } from "./bulletins.ts";

const at = (time: string) => new Date(`2026-05-01T${time}Z`);

test.each<[string, Date | null, Date | null, BulletinState]>([
  ["has no moment to be published", null, null, "draft"],
  ["has none, whatever its end", null, at("08:00:00"), "draft"],
  ["was published earlier", at("08:00:00"), null, "live"],
  ["is published at this very moment", at("12:00:00"), null, "live"],
  ["is published a moment later", at("12:00:00.001"), null, "scheduled"],
  ["is published and ends later", at("08:00:00"), at("12:00:00.001"), "live"],
  ["ends at this very moment", at("08:00:00"), at("12:00:00"), "expired"],
  ["ended earlier", at("08:00:00"), at("09:00:00"), "expired"],
  ["comes and ends later", at("13:00:00"), at("14:00:00"), "scheduled"],
])("at noon a bulletin that %s is what it should be", (_what, publish_at, expires_at, state) => {
  expect(bulletinStateAt({ publish_at, expires_at }, at("12:00:00"))).toBe(state);
});

test("as time goes by a bulletin only goes on: it waits, can be read, is over", () => {
  const moments = fc.date({ min: at("00:00:00"), max: at("23:59:59"), noInvalidDate: true });
  const order: BulletinState[] = ["scheduled", "live", "expired"];
  fc.assert(
    fc.property(
      moments,
      fc.oneof(fc.constant(null), moments),
      moments,
      moments,
      (publish_at, expires_at, one, other) => {
        const [earlier, later] = one <= other ? [one, other] : [other, one];
        const positions = [earlier, later].map((now) =>
          order.indexOf(bulletinStateAt({ publish_at, expires_at }, now)),
        );
        expect(positions).not.toContain(-1);
        expect(positions).toEqual(positions.toSorted((a, b) => a - b));
      },
    ),
  );
});

import { avatarColor, avatarColors } from "@clanhall/contract/rules/avatar";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Avatar, type AvatarProps } from "./avatar.tsx";

function draw(props: AvatarProps) {
  const { container } = render(<Avatar {...props} />);
  const avatar = container.firstElementChild;
  if (!(avatar instanceof HTMLElement)) throw new Error("Nothing was drawn");
  return avatar;
}

test("an avatar has the initials of the name, by what readers take for one letter, on the player's colour", () => {
  for (const [color] of avatarColors.entries()) {
    const { textContent, style } = draw({ name: "Bram Ironfoot", color });
    expect([textContent, style.backgroundColor]).toEqual(["BI", avatarColor(color)]);
  }
  expect(draw({ name: "👨‍👩‍👧‍👦🔥 Dragons", color: 1 }).textContent).toBe("👨‍👩‍👧‍👦D");
});

test("the same name has the colour it is given, and says nothing to screen readers", () => {
  const [one, other] = [draw({ name: "Kara", color: 2 }), draw({ name: "Kara", color: 3, size: 24 })];
  expect(one.style.backgroundColor).not.toBe(other.style.backgroundColor);
  expect(one.getAttribute("aria-hidden")).toBe("true");
  expect([one.dataset.size, other.dataset.size]).toEqual(["32", "24"]);
});

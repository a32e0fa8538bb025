import { productName } from "@clanhall/contract/pages";
import { homeOrigin, isAtHome } from "../lib/home-address.ts";

/** Tells a visitor who came by another address than PUBLIC_URL where this installation lives. */
export function installAddressNotice(page: Window): void {
  if (isAtHome(page)) return;
  const { document: root, location } = page;
  const notice = root.createElement("aside");
  notice.className = "address";
  notice.setAttribute("aria-label", "Address");
  const link = root.createElement("a");
  link.href = homeOrigin(page) + location.pathname + location.search + location.hash;
  link.textContent = homeOrigin(page);
  notice.append(`This ${productName} lives at `, link, ". Links in mails lead there.");
  root.getElementById("main")?.before(notice);
}

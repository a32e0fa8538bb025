import { getClanDiscord } from "@clanhall/contract/discord";
import { getMyAdminStatus, getProfile, type Profile, putLoginActivity } from "@clanhall/contract/account";
import { listMyBulletins } from "@clanhall/contract/bulletins";
import { listMyClans } from "@clanhall/contract/clans";
import { getConfig, getHealth, type ProductConfig } from "@clanhall/contract/system";
import { getMyToday } from "@clanhall/contract/dashboard";
import { getMyStanding } from "@clanhall/contract/my-standing";
import type { AnswerOf, Endpoint } from "@clanhall/contract/endpoint";
import { listMyInvites } from "@clanhall/contract/invites";
import { listScoreboards } from "@clanhall/contract/scoreboards";
import { vi } from "vitest";

type Reply = () => Response | Promise<Response>;

interface Received {
  call: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

export const plainConfig: ProductConfig = {
  product_name: "Clanhall",
  providers: [],
  sign_up: true,
  password_min: 10,
  passkeys: true,
  email_confirmation: false,
  mail: true,
  phone_factors: false,
  manual_linking: false,
  analytics: null,
  discord: false,
  discord_app: false,
  support_contact: "help@clan.example",
  issue_url: "https://issues.example/new",
};

/** Of somebody who has changed nothing yet. */
export const plainProfile: Profile = {
  id: "11111111-1111-4111-8111-111111111111",
  display_name: "Kara",
  email: "kara@owls.example",
  time_zone: null,
  locale: null,
  ui_settings: { dashboard: { order: ["scoreboards", "invites", "bulletins"], hidden: [] } },
  privacy: { public_name: "name", analytics_opt_out: false },
  has_password: true,
  created_at: "2026-01-01T00:00:00.000Z",
  deletes_at: null,
  version: 1,
};

/** Takes the place of `fetch` and answers only what the contract allows; anything unplanned is a 404. */
export function fakeBackend() {
  const replies = new Map<string, Reply>();
  const received: Received[] = [];
  const backend = {
    received,
    /** For what is not in the contract: the auth service, by method and path. */
    repliesTo(call: string, reply: Reply) {
      replies.set(call, reply);
      return backend;
    },
    answers<E extends Endpoint>(endpoint: E, answer: AnswerOf<E>) {
      const body = "parse" in endpoint.response ? endpoint.response.parse(answer) : answer;
      replies.set(nameOf(endpoint), () => Response.json(body));
      return backend;
    },
    refuses(endpoint: Endpoint, status: number) {
      replies.set(nameOf(endpoint), () => Response.json({ error: "refused", message: "No" }, { status }));
      return backend;
    },
    isUnreachable() {
      for (const name of replies.keys()) replies.set(name, () => Promise.reject(new TypeError("Failed to fetch")));
      return backend;
    },
    isFine() {
      return backend
        .answers(getHealth, { status: "ok", version: "1", database: "ok" })
        .answers(getConfig, plainConfig)
        .answers(getMyAdminStatus, { success: true, data: { isAppAdmin: false } })
        .answers(putLoginActivity, { adblock: false })
        .answers(getProfile, plainProfile)
        .answers(listMyClans, [])
        .answers(getMyToday, { items: [] })
        .answers(getMyStanding, { items: [] })
        .answers(listScoreboards, [])
        .answers(listMyInvites, { invites: [] })
        .answers(listMyBulletins, { items: [] })
        .answers(getClanDiscord, {
          is_configured: false,
          install_url: null,
          install_url_with_roles: null,
          rules: [],
          channels: [],
          linked: { linked: 0, players: 0 },
          checks: [],
        });
    },
    callsTo: (endpoint: Endpoint) => received.filter(({ call }) => isCallOf(call, nameOf(endpoint))),
  };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams: query } = new URL(url, location.origin);
    const call = `${init.method ?? "GET"} ${pathname}`;
    const body = typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : undefined;
    received.push({ call, query, headers: new Headers(init.headers), body });
    const reply = replies.get(call) ?? [...replies].findLast(([name]) => isCallOf(call, name))?.[1];
    return reply ? reply() : Response.json({ error: "not_found", message: "No such call" }, { status: 404 });
  });
  return backend.isFine();
}

/** A parameter of the path stands for whatever is sent in its place. */
function isCallOf(call: string, name: string): boolean {
  const [ours, sent] = [name.split("/"), call.split("/")];
  return ours.length === sent.length && ours.every((part, index) => part.startsWith(":") || part === sent[index]);
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

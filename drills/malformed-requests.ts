import fc from "fast-check";
import { atMost, type Drill, exactly } from "./drill.ts";
import { openGround } from "./ground.ts";
import { manyAtOnce } from "./many-at-once.ts";
import { type Call, type OddRequest, oddRequest, type Schema } from "./odd-requests.ts";
import { call, createClan, type Person, signUp } from "./people.ts";

const metricsToken = crypto.randomUUID();
/** After so many somebody else goes on, with a clan that nobody has deleted yet. */
const batch = 500;

export const malformedRequests: Drill = {
  id: "F07",
  what: "requests arrive that make no sense, at every call there is",
  rounds: { few: 4_000, many: 1_000_000 },
  async run(rounds) {
    const ground = await openGround();
    try {
      const instance = await ground.startInstance({ METRICS_TOKEN: metricsToken });
      const { line: address } = instance;
      const calls = [...(await listCalls(address)), ...authCalls()];
      await readLoopDelay(address);
      const failures = new Map<string, number>();
      const statuses = new Map<number, number>();
      for (let done = 0; done < rounds; done += batch) {
        const admin = await signUp(address);
        await ground.query("insert into app_admins (user_id) values ($1)", [admin.id]);
        const requests = fc.sample(oddRequest(calls, await makeItems(address, admin)), { numRuns: batch });
        await manyAtOnce(requests.length, 8, async (index) => {
          const request = requests[index];
          if (!request) return;
          // The connection may have ended with the request before this one.
          const first = await send(address, admin.token, request);
          const { status } = first.status ? first : await send(address, admin.token, request);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const isFailure = status >= 500 || (status === 0 && !request.isTooLarge);
          const what = `${status} ${request.method} ${request.url.slice(0, 200)} ${String(request.body).slice(0, 300)}`;
          if (isFailure) failures.set(what, (failures.get(what) ?? 0) + 1);
        });
      }
      for (const what of [...failures.keys()].slice(0, 10)) process.stdout.write(`  ${what}\n`);
      process.stdout.write(`  ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(", ")}\n`);
      return [
        exactly("answers that are a failure of ours, or none", failures.size, 0),
        exactly("instances that ended", instance.isRunning() ? 0 : 1, 0),
        atMost("event loop's delay, 99 in 100", (await readLoopDelay(address)) * 1000, 100, "ms"),
      ];
    } finally {
      await ground.close();
    }
  },
};

interface Description {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { in: string; name: string }[];
        requestBody?: { content: Record<string, { schema: Schema }> };
      }
    >
  >;
}

export async function listCalls(address: string): Promise<Call[]> {
  const { paths } = (await (await fetch(`${address}/api/openapi.json`)).json()) as Description;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
      ...(requestBody && { body: requestBody.content["application/json"]?.schema ?? {} }),
    })),
  );
}

/** The auth service describes itself to its client's authors alone. Signing out is left out: it would end the drill's own session. */
function authCalls(): Call[] {
  const text = { type: "string" };
  const fields = (...names: string[]): Schema => ({
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, text])),
  });
  const person = fields("email", "password", "phone", "data", "gotrue_meta_security", "code_challenge", "channel");
  const posts: [path: string, body: Schema][] = [
    ["/signup", person],
    ["/token?grant_type=password", person],
    ["/token?grant_type=refresh_token", fields("refresh_token")],
    ["/token?grant_type=pkce", fields("auth_code", "code_verifier")],
    ["/token?grant_type=id_token", fields("provider", "id_token", "nonce", "access_token")],
    ["/recover", person],
    ["/resend", fields("type", "email", "phone")],
    ["/otp", fields("email", "phone", "create_user", "data", "code_challenge")],
    ["/verify", fields("type", "email", "phone", "token", "token_hash", "redirect_to")],
    ["/factors", fields("factor_type", "friendly_name", "issuer", "phone")],
    ["/factors/{factorId}/challenge", fields("channel")],
    ["/factors/{factorId}/verify", fields("challenge_id", "code")],
    ["/factors/recovery-codes", fields("friendly_name", "code")],
    ["/admin/users", person],
    ["/admin/generate_link", fields("type", "email", "password", "redirect_to")],
    ["/invite", fields("email", "data")],
    ["/sso", fields("domain")],
    ["/callback", fields("code", "state")],
  ];
  const gets = ["/user", "/settings", "/health", "/authorize", "/callback", "/verify", "/reauthenticate"];
  const query = [
    "provider",
    "redirect_to",
    "code",
    "state",
    "token",
    "token_hash",
    "type",
    "scope",
    "page",
    "per_page",
  ];
  return [
    ...posts.map(([path, body]) => ({ method: "POST", path: `/auth/v1${path}`, query: [], body })),
    { method: "PUT", path: "/auth/v1/user", query: [], body: person },
    { method: "DELETE", path: "/auth/v1/factors/{factorId}", query: [] },
    ...[...gets, "/admin/users", "/admin/audit", "/user/identities/authorize"].map((path) => ({
      method: "GET",
      path: `/auth/v1${path}`,
      query,
    })),
  ];
}

/** Things of the caller's own, so that more than the door is tried. */
async function makeItems(address: string, admin: Person): Promise<Record<string, string>> {
  const clanId = await createClan(address, admin);
  const add = async (path: string, body: object) =>
    (await call<{ id: string }>(address, admin, "POST", `/api/clans/${clanId}/${path}`, body)).id;
  return {
    clanId,
    memberId: await add("members", { name: "Robin" }),
    activityId: await add("activities", { name: "Raids", short_label: "Raids" }),
    bulletinId: await add("bulletins", { title: "Raid at eight" }),
    day: new Date().toISOString().slice(0, 10),
    userId: admin.id,
  };
}

/** The answer, with status 0 when there was none. A stream of events is left as soon as it begins. */
export async function send(address: string, token: string, { method, url, headers, body }: OddRequest) {
  const shut = new AbortController();
  const late = setTimeout(() => shut.abort(), 15_000);
  try {
    const answer = await fetch(`${address}${url}`, {
      method,
      redirect: "manual",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body }),
      signal: shut.signal,
    });
    const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream");
    return { status: answer.status, text: isStream ? "" : await answer.text() };
  } catch {
    return { status: 0, text: "" };
  } finally {
    clearTimeout(late);
    shut.abort();
  }
}

/** Seconds that 99 of 100 turns of the event loop stay below, since the last reading. */
async function readLoopDelay(address: string): Promise<number> {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const found = /clanhall_event_loop_delay_seconds\{quantile="0.99"\} (\S+)/.exec(await answer.text());
  return Number(found?.[1]);
}

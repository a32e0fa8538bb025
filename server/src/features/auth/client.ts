import type { FastifyRequest } from "fastify";
import { toAddress, toNetwork } from "../../http/network.ts";

/** Where a call comes from, as far as we believe it. */
export interface Client {
  ip: string;
  network: string;
  userAgent: string | null;
  requestId: string;
  /** Who acts, when it is not the account's owner: the record of what happened says so. */
  by?: string;
}

export function toClient(request: FastifyRequest): Client {
  const { headers, id } = request;
  const ip = toAddress(request.ip ?? "");
  return { ip, network: toNetwork(ip), userAgent: headers["user-agent"]?.slice(0, 300) ?? null, requestId: id };
}

import type { FastifyReply, FastifyRequest } from "fastify";

interface Paging {
  page: number;
  per_page: number;
}

/** The client takes the page out of a link at its first `=`, so `page` stands first. */
export function tellPages(request: FastifyRequest, reply: FastifyReply, { page, per_page }: Paging, total: number) {
  const [path = ""] = request.url.split("?");
  const { page: _page, per_page: _size, ...others } = request.query as Record<string, string>;
  const last = Math.max(1, Math.ceil(total / per_page));
  const linkTo = (target: number, rel: string) => {
    const query = new URLSearchParams({ page: String(target), per_page: String(per_page), ...others });
    return `<${path}?${query.toString()}>; rel="${rel}"`;
  };
  const links = [...(page < last ? [linkTo(page + 1, "next")] : []), linkTo(last, "last")];
  reply.header("x-total-count", total).header("link", links.join(", "));
}

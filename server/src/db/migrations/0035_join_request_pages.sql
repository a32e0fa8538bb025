-- The two lists of a clan's requests, read a page at a time in their order.
create index join_requests_queue on join_requests (clan_id, created_at, id) where state = 'waiting';
create index join_requests_decided on join_requests (clan_id, decided_at, id) where state in ('approved', 'declined');

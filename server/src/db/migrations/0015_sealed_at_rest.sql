-- Private keys and mail bodies are sealed with a key that is not in the database. SQL has no such key, so the next
-- start seals what still lies in the older columns and empties them.
alter table auth_signing_keys
  alter column private_jwk drop not null,
  add column sealed_jwk bytea;

alter table sealing_keys
  alter column key drop not null,
  add column sealed_key bytea;

alter table mails
  alter column text drop not null,
  alter column html drop not null,
  -- Text, page and the address that stops such mails; removed once the mail was sent or given up.
  add column sealed_body bytea,
  -- When the link or code in the body ends: the body does not outlive it.
  add column body_ends_at timestamptz;
create index mails_body_ends on mails (body_ends_at) where sealed_body is not null;

-- No link of ours lives longer than a day.
update mails set text = null, html = null, unsubscribe_url = null
where state in ('sent', 'failed') or created_at < now() - interval '1 day';

-- What somebody chose when they signed up belongs to the mail of that sign-up, and counts once its link or code is
-- used. So an address that nobody has confirmed yet may have several sign-ups waiting; of the other kinds somebody
-- still has only the latest.
alter table auth_one_time_tokens
  add column password_hash text,
  add column user_metadata jsonb,
  drop constraint auth_one_time_tokens_user_id_kind_key;
create unique index auth_one_time_tokens_latest on auth_one_time_tokens (user_id, kind) where kind <> 'signup';
create index auth_one_time_tokens_user on auth_one_time_tokens (user_id);

-- Accounts that wait for their first confirmation: what was chosen moves to the mail that was sent. Whoever has
-- signed in before, or was added by an administrator, keeps it.
create temporary table waiting on commit drop as
  select id, password_hash, user_metadata from users
  where email is not null and email_confirmed_at is null and deleted_at is null and last_sign_in_at is null
    and not exists (
      select from auth_audit
      where auth_audit.user_id = users.id and action = 'user_signedup' and traits ->> 'by' = 'service_role');
update auth_one_time_tokens
  set password_hash = waiting.password_hash, user_metadata = waiting.user_metadata
  from waiting where waiting.id = auth_one_time_tokens.user_id and kind = 'signup';
update users set password_hash = null, user_metadata = '{}', display_name = ''
  from waiting where waiting.id = users.id;

-- How the address was confirmed. 'auto' means that nobody asked for proof (AUTH_AUTOCONFIRM).
alter table users
  add column email_confirmed_by text check (email_confirmed_by in ('mail', 'provider', 'admin', 'auto'));

-- What is known of earlier accounts, the strongest first:
-- * 'mail': a link or code from the mailbox was used since the address last changed, or a confirmation or invite was
--   mailed within the day (as long as its link lives) before the address was confirmed;
-- * 'provider': the account has no sign-in by e-mail, so it came from a provider with a verified address;
-- * 'admin': an administrator made the account, or set or confirmed its address;
-- * 'auto': everything else. It is the cautious guess: it costs a password when the owner comes through a provider.
update users set email_confirmed_by = case
  when exists (
      select from auth_audit as proof
      where proof.user_id = users.id and proof.action = 'login' and proof.outcome = 'success'
        and proof.traits ->> 'method' in ('email/signup', 'magiclink', 'otp', 'recovery', 'invite', 'email_change')
        and not exists (
          select from auth_audit as change
          where change.user_id = users.id and change.action = 'user_modified' and change.traits ->> 'change' = 'email'
            and change.at > proof.at))
    or email_confirmed_at between confirmation_sent_at and confirmation_sent_at + interval '1 day'
    or email_confirmed_at between invited_at and invited_at + interval '1 day'
    then 'mail'
  when not exists (select from auth_identities where user_id = users.id and provider = 'email')
    and exists (select from auth_identities where user_id = users.id)
    then 'provider'
  when exists (
      select from auth_audit
      where auth_audit.user_id = users.id and traits ->> 'by' = 'service_role'
        and (action = 'user_signedup'
          or action = 'user_modified' and traits ->> 'change' in ('email', 'email_confirm')))
    then 'admin'
  else 'auto'
end
where email_confirmed_at is not null;

-- Where a mail program may switch off mails of this kind for their reader (RFC 8058); mails that must arrive have none.
alter table mails add column unsubscribe_url text;

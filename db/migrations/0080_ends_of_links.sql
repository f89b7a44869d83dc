-- Why a link holds no more that nobody used: it was taken back, a newer mail has another one, or what it was for is done or
-- cannot be any more. Null of one that was used.
alter table account_links add column ended_as text check (ended_as in ('withdrawn', 'replaced', 'outdated'));
alter table account_links add check (ended_as is null or used_at is not null);
grant update (ended_as) on account_links to deskhand_app;

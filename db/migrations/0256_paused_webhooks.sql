-- Since when nothing is sent to a webhook, as its receiver took nothing for days, or wants no more.
alter table webhooks add column paused_at timestamptz(3);

-- Whose reply a notification tells of, as a field beside the sentence. Those from before have the sentence alone.
alter table notifications add column author_name text;

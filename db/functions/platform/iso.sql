-- Formats a time for JSON: ISO 8601 in UTC, to the millisecond.
create or replace function iso(at timestamptz) returns text
  language sql immutable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

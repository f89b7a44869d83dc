-- What listed a search before search_page did; no process of a version before asks for it any more. A migration made it first, so no file that
-- goes takes it along.
drop function if exists search_tickets;

-- Who accepts an invitation chooses their name, with the account, in one transaction of the sign-in.
grant update (name) on users to deskhand_auth;

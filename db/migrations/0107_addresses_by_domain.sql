-- Mail to the postmaster of a domain goes to the store whose own addresses are there.
create index inbound_addresses_domain on inbound_addresses (substring(address from '[^@]*$')) where is_verified;

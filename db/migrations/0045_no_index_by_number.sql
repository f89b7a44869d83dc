-- Parcels are found by their keys (parcel_keys): nothing looks here, and parcels are written anew with each order.
drop index shopify_order_fulfillments_number;

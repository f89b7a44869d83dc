select c.id, c.name, c.email
from search_customers(:typed, :limit) with ordinality as found (id, rank)
join customers c on c.id = found.id
order by found.rank

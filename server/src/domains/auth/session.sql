select due_at, client_id, user_id, email, name, role, step from session_of(:token)

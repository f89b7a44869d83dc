-- Returns an article with its uploader's name as the contract's resource. `public_url` is the prefix of file addresses.
create or replace function resource_json(k knowledge_articles, uploader text, public_url text, rank float8) returns json
  language sql stable
  return json_build_object('id', k.id, 'title', k.title, 'description', k.description, 'excerpt', left(k.content, 180),
    'excerptIsCut', coalesce(char_length(left(k.content, 181)) > 180, false), 'fileUrl', public_url || k.file_url,
    'fileName', k.file_name, 'fileSize', k.file_size, 'fileType', k.file_type, 'category', k.category, 'tags', k.tags,
    'accessLevel', k.access_level, 'isPublic', k.is_public, 'uploadedBy', k.uploaded_by, 'uploaderName', uploader,
    'usageCount', k.usage_count, 'createdAt', iso(k.created_at), 'updatedAt', iso(k.updated_at), 'searchRank', rank);

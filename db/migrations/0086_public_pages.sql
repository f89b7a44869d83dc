-- Whose a public article is says public_article_store, for its page and its file.
drop function public_article_file;

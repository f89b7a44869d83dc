-- Whether a file that somebody sent would run on the machine of whoever opens it: by its content as it came, of those before by name.
alter table ticket_attachments add column is_program boolean not null default false;

do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    update ticket_attachments set is_program = true
      where client_id = tenant and uploaded_by is null and filename ~* ('\.(ade|adp|apk|app|appx|appxbundle|bat|cab|chm|cmd|com|command|cpl|deb'
        || '|desktop|diagcab|dll|dmg|exe|gadget|hta|img|inf|ins|iso|isp|jar|jnlp|js|jse|lib|lnk|mde|mjs|msc|msh|msi|msix|msixbundle|msp|mst|nsh'
        || '|osx|pif|pkg|ps1|ps1xml|psc1|psm1|reg|rpm|run|scf|scr|sct|settingcontent-ms|sh|shb|shs|swf|sys|url|vb|vbe|vbs|vhd|vhdx|vxd|wsc|wsf'
        || '|wsh|xll)$');
  end loop;
  perform set_config('app.client_id', '', true);
end $$;

/** Opens a file: the browser's file dialog behind a styled button. */
import { useRef } from 'react';
import FolderOpen from 'lucide-react/icons/folder-open';
import type { InspectorRef } from '../../../machines/inspector/inspector.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';

const KINDS = '.capsule,.gz,application/gzip';

export function FileButton({
  screen,
  busy,
  small = false,
}: {
  readonly screen: InspectorRef;
  readonly busy: boolean;
  readonly small?: boolean;
}) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {small ? (
        <IconButton
          icon={FolderOpen}
          outlined
          label={t('inspector.open.file')}
          onClick={() => input.current?.click()}
        />
      ) : (
        <Button variant="primary" icon={FolderOpen} busy={busy} onClick={() => input.current?.click()}>
          {t('inspector.open.file')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={KINDS}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) screen.send({ type: 'capsule.open', wanted: { from: 'file', file, name: file.name } });
          // Allows the same file to be selected again.
          target.value = '';
        }}
      />
    </>
  );
}

/** Accepts a file dropped anywhere in the window. */
import { type ReactNode, useEffect, useState } from 'react';
import FolderOpen from 'lucide-react/icons/folder-open';
import type { InspectorRef } from '../../../machines/inspector/inspector.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Icon } from '../../kit/Icon.tsx';

export function DropPlace({ screen, children }: { readonly screen: InspectorRef; readonly children: ReactNode }) {
  const t = useT();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) screen.send({ type: 'capsule.open', wanted: { from: 'file', file, name: file.name } });
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [screen]);
  return (
    <>
      {children}
      {over && (
        <div
          className="pointer-events-none fixed inset-3 z-40 flex items-center justify-center gap-3 rounded-lg border-2 border-dashed border-mark bg-surface/90 text-16 text-[color:var(--link)]"
          role="status"
        >
          <Icon of={FolderOpen} size={28} />
          {t('inspector.open.dropHere')}
        </div>
      )}
    </>
  );
}

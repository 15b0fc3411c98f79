/** Downloads a file; a damaged one is only compared again. */
import { useSelector } from '@xstate/react';
import Download from 'lucide-react/icons/download';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { type DownloadsRef, selectDownloads } from '../../../machines/downloads/downloads.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button, type ButtonSize } from '../../kit/Button.tsx';

interface DownloadButtonProps {
  readonly screen: DownloadsRef;
  readonly fileId: string;
  /** "W1, W2 2.14.3" */
  readonly name: string;
  readonly damaged?: boolean;
  readonly primary?: boolean;
  readonly size?: ButtonSize;
}

export function DownloadButton({
  screen,
  fileId,
  name,
  damaged = false,
  primary = false,
  size = 's',
}: DownloadButtonProps) {
  const t = useT();
  const { asked } = useSelector(screen, selectDownloads);
  const download = (): void => screen.send({ type: 'file.download', fileId });
  if (damaged)
    return (
      <Button
        size={size}
        icon={RotateCw}
        busy={asked === fileId}
        aria-label={t('downloads.checkOf', { name })}
        onClick={download}
      >
        {t('downloads.check')}
      </Button>
    );
  return (
    <Button
      size={size}
      variant={primary ? 'primary' : 'secondary'}
      icon={Download}
      busy={asked === fileId}
      aria-label={t('downloads.downloadOf', { name })}
      onClick={download}
    >
      {t('shared.download')}
    </Button>
  );
}

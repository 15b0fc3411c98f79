/** The open photo or recording alone, as large as the window allows, with the ones before and after it. */
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { PhotosRef } from '../../../machines/photos/photos.selectors.ts';
import type { PhotoDetail } from '../../../machines/photos/photos.setup.ts';
import { useT } from '../../hooks/useT.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { IconButton, type IconButtonProps } from '../../kit/IconButton.tsx';
import { timeStamp } from '../../shell/siteTime.ts';
import { PhotoPicture } from './PhotoPicture.tsx';
import { placeText } from './photoTexts.ts';

interface SoloPhotoProps {
  readonly screen: PhotosRef;
  /** null while it is loaded, and if it could not be. */
  readonly detail: PhotoDetail | null;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

export function SoloPhoto({ screen, detail, onPrevious, onNext }: SoloPhotoProps) {
  const t = useT();
  return (
    <Dialog
      open
      className="w-[calc(100vw-32px)] max-desk:w-full"
      title={
        detail
          ? [
              placeText(t, detail.item),
              timeStamp(detail.item.takenAt, detail.item.timeZone),
              detail.item.robotName,
            ].join(' · ')
          : t('photos.detail')
      }
      closeLabel={t('common.close')}
      onClose={() => screen.send({ type: 'solo.close' })}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2">
        <Step icon={ChevronLeft} label={t('lists.previousEntry')} onClick={onPrevious} />
        <div className="grid h-[calc(100dvh-170px)] place-items-center overflow-hidden rounded-in bg-(--vid) text-(color:--vid-text)">
          {detail ? <PhotoPicture detail={detail} className="size-full" /> : <p role="status">{t('photos.loading')}</p>}
        </div>
        <Step icon={ChevronRight} label={t('lists.nextEntry')} onClick={onNext} />
      </div>
    </Dialog>
  );
}

interface StepProps extends Pick<IconButtonProps, 'icon' | 'label'> {
  /** Absent at the end of the list: its place stays empty. */
  readonly onClick: (() => void) | undefined;
}

const Step = ({ onClick, ...rest }: StepProps) =>
  onClick ? <IconButton {...rest} onClick={onClick} /> : <span className="w-9 max-desk:w-11" />;

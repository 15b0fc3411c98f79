/**
 * The call below 992 px, in the whole window: upright the picture above a sheet, sideways beside it. End and Stop are laid
 * out first and always visible; the picture takes the remaining space, the sheet scrolls.
 */
import ChevronLeft from 'lucide-react/icons/chevron-left';
import MapPin from 'lucide-react/icons/map-pin';
import Monitor from 'lucide-react/icons/monitor';
import Volume2 from 'lucide-react/icons/volume-2';
import { CALL_PICTURES } from '../../../../contract/rules/call.ts';
import { robotPath } from '../../../machines/app/events.ts';
import { PICTURE_NAMES } from '../../calls/callTexts.ts';
import { useContentMark } from '../../hooks/useContentMark.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import type { Glyph } from '../../icons/glyph.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { ConnectionLostBanner } from '../../shell/ConnectionLostBanner.tsx';
import { CallDevices, CallNews, EndButton } from './CallControls.tsx';
import { EndedFigures, EndedSide } from './CallEnded.tsx';
import { CallLinks, CallPill, CallStop } from './CallParts.tsx';
import { SayForm } from './CallSide.tsx';
import { CallStage } from './CallStage.tsx';
import type { CallPageProps } from './callPage.ts';
import { useCallActs } from './useCallActs.ts';

const ART_PX = 36;
const PAGE =
  'phone-robot grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)_minmax(0,auto)_auto] bg-surface sideways:grid-cols-[minmax(0,1fr)_320px] sideways:grid-rows-[minmax(0,1fr)_auto]';
const PICTURE = 'relative flex min-h-20 min-w-0 flex-col sideways:row-span-2';
const SHEET =
  'flex min-h-0 flex-col gap-3 overflow-auto px-4 pt-3 pb-2 small:gap-2 small:px-3 small:pt-2 sideways:pt-2 *:flex-none';
/** Rounded over the picture, as a sheet that is pulled up. */
const OVER = 'relative -mt-4 rounded-t-[20px] bg-surface sideways:mt-0 sideways:rounded-none';
const DOCK =
  'grid gap-2 border-t border-line px-4 pt-2 pb-[max(12px,env(safe-area-inset-bottom))] small:px-3 small:pb-[max(8px,env(safe-area-inset-bottom))]';

export function PhoneCall(part: CallPageProps) {
  useContentMark('phone-robot');
  const t = useT();
  const { call, state, media, name } = part;
  const isOver = state === 'ended' && call !== null;
  return (
    <div className={PAGE} role="group" aria-label={t('shared.callWithName', { name })}>
      {isOver ? (
        <div className="col-span-full row-span-2 flex min-h-0 flex-col gap-3 overflow-auto bg-paper p-3 *:flex-none sideways:col-span-1">
          <ConnectionLostBanner />
          <Head {...part} />
          <section className="card card-clip">
            <EndedFigures {...part} call={call} />
          </section>
          <EndedSide {...part} />
        </div>
      ) : (
        <>
          <div className={PICTURE}>
            <ConnectionLostBanner />
            <CallStage {...part} />
          </div>
          <div className={classes(SHEET, OVER)}>
            <Head {...part} />
            {media && call && <CallDevices {...part} media={media} />}
            <CallNews {...part} />
            {call && <SayOrShow {...part} />}
          </div>
        </>
      )}
      <div className={DOCK}>
        <EndButton {...part} />
        <CallStop {...part} touch />
      </div>
    </div>
  );
}

function Head(part: CallPageProps) {
  const t = useT();
  const { navigation } = useApp();
  const {
    name,
    serialNumber,
    context: { robot },
    call,
  } = part;
  const go = (to: string) => navigation.send({ type: 'navigation.go', to });
  return (
    <header className="flex items-center gap-2">
      <IconButton icon={ChevronLeft} label={t('shared.back')} onClick={() => go('/home')} />
      {robot && <RobotArt kind={robot.kind} size={ART_PX} dim={robot.live.connection !== 'online'} />}
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-16 font-semibold">{name}</h1>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-text-2">
          <CallPill {...part} />
          {call?.place && <span className="truncate">{call.place}</span>}
          <span className="small:hidden">
            <CallLinks {...part} />
          </span>
        </div>
      </div>
      <Button icon={MapPin} onClick={() => go(robotPath(serialNumber))}>
        {t('common.robot')}
      </Button>
    </header>
  );
}

/** Phrases and pictures in one row that is swiped, and the field for another text. */
function SayOrShow(part: CallPageProps) {
  const t = useT();
  const { screen, context } = part;
  const { phrases, ownPictures, say, show, cannotSay, cannotShow, cannotShowOwn, shown, ...acts } = useCallActs(part);
  const { isSpeaking, isWaiting, notLoaded } = acts;
  return (
    <section aria-label={t('robotCall.phone.sayOrShow')}>
      <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-1 small:-mx-3 small:px-3">
        {phrases.map((phrase) => (
          <Chip
            key={phrase}
            icon={Volume2}
            text={phrase}
            label={t('shell.calls.sayPhrase', { text: phrase })}
            note={isSpeaking(phrase) ? t('robotCall.say.speaking') : isWaiting(phrase) ? t('common.sent') : ''}
            cannot={cannotSay}
            onPress={() => say(phrase)}
          />
        ))}
        {ownPictures.map(({ fileId, name }) => (
          <Chip
            key={fileId}
            icon={Monitor}
            text={name}
            label={t('robotCall.show.show', { picture: name })}
            note={notLoaded === fileId ? t('robotCall.screen.notLoaded') : ''}
            pressed={shown?.imageId === fileId}
            cannot={cannotShowOwn}
            onPress={() => show('', shown?.imageId === fileId ? '' : fileId)}
          />
        ))}
        {CALL_PICTURES.map((one) => (
          <Chip
            key={one}
            icon={Monitor}
            text={t(PICTURE_NAMES[one])}
            label={t('robotCall.show.show', { picture: t(PICTURE_NAMES[one]) })}
            pressed={shown?.picture === one}
            cannot={cannotShow}
            onPress={() => show(shown?.picture === one ? '' : one)}
          />
        ))}
      </ul>
      <div className="-mx-4 small:-mx-3">
        <SayForm screen={screen} typed={context.typed} cannotSay={cannotSay} onSay={say} />
      </div>
    </section>
  );
}

function Chip({
  icon,
  text,
  label,
  note = '',
  pressed,
  cannot,
  onPress,
}: {
  readonly icon: Glyph;
  readonly text: string;
  readonly label: string;
  /** Its status: sent, speaking. */
  readonly note?: string;
  readonly pressed?: boolean;
  /** Why it cannot be pressed now. */
  readonly cannot: string | undefined;
  readonly onPress: () => void;
}) {
  return (
    <li className="flex-none">
      <button
        type="button"
        className="flex h-11 items-center gap-2 rounded-full border border-line-2 bg-surface px-3.5 text-13 whitespace-nowrap aria-disabled:opacity-60 aria-pressed:border-mark aria-pressed:text-link"
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={cannot !== undefined}
        title={cannot}
        onClick={onPress}
      >
        <Icon of={icon} size={16} />
        {text}
        {note !== '' && <span className="text-12 text-link">{note}</span>}
      </button>
    </li>
  );
}

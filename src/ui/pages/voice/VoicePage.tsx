/**
 * Live captions on a robot's screen: large, newest at the bottom, readable from a few metres. Captions are rendered as
 * plain text only.
 */
import { useSelector } from '@xstate/react';
import KeyRound from 'lucide-react/icons/key-round';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Unplug from 'lucide-react/icons/unplug';
import {
  type VoiceRef,
  captionsShown,
  selectVoice,
  selectVoiceState,
  type ShownCaption,
} from '../../../machines/voice/voice.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import type { Glyph } from '../../icons/glyph.ts';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../shell/Switches.tsx';

/** Sizes follow the screen, portrait or landscape, so that text is readable from several metres. */
const SCREEN =
  'flex h-dvh flex-col gap-[calc(2*var(--unit))] overflow-hidden bg-paper px-[calc(4*var(--unit))] pt-[calc(2.4*var(--unit))] pb-[calc(3*var(--unit))] text-text [--unit:min(1vw,1.6vh)] portrait:[--unit:min(1.6vw,1.1vh)]';
/** The newest line is at the bottom; lines that do not fit leave at the top, faded out instead of cut. */
const LINES =
  'flex min-h-0 flex-col justify-end gap-[calc(2.2*var(--unit))] overflow-hidden [mask-image:linear-gradient(to_bottom,transparent,var(--text)_40px)]';
const LINE =
  'max-w-[92%] flex-none border-s-[length:max(4px,calc(0.5*var(--unit)))] ps-[calc(1.6*var(--unit))] [&>b]:text-[length:max(16px,calc(1.8*var(--unit)))]/[1.4] [&>b]:font-[600] [&>b]:text-text-2';
/** Older lines are less prominent but readable: smaller and lighter in weight, not only paler. */
const OLD_TEXT = 'text-[length:max(20px,calc(2.8*var(--unit)))]/[1.3] text-text-2 wrap-anywhere';
const NEW_TEXT = 'text-[length:max(26px,calc(4.4*var(--unit)))]/[1.3] font-[600] text-heading wrap-anywhere';
const SAID = 'flex flex-1 flex-col items-center justify-center gap-[calc(1.4*var(--unit))] text-center text-text-2';
const LOST =
  'flex flex-none items-center gap-3 rounded-lg bg-attn-soft px-4 py-3 text-[length:max(18px,calc(2*var(--unit)))]/[1.4] font-medium text-attn-text';

export function VoicePage({ screen }: { readonly screen: VoiceRef }) {
  const t = useT();
  const context = useSelector(screen, selectVoice);
  const state = useSelector(screen, selectVoiceState);
  const { heard } = context;
  const lines = captionsShown(context);
  const name = heard?.robotName ?? '';
  return (
    <main className={SCREEN}>
      <header className="flex flex-none items-center justify-between gap-4 text-heading">
        <h1 className="min-w-0 text-[length:max(20px,calc(2.4*var(--unit)))]/[1.25] font-[600]">
          {name || t('voice.title')}
        </h1>
        <span className="flex flex-none gap-1 [&_.icon-btn]:size-11 [&_.icon-btn]:text-16 [&_.icon]:size-6">
          <LanguageSwitch />
          <ThemeSwitch />
        </span>
      </header>
      {state === 'closed' && <Said icon={KeyRound} title={t('voice.closed')} text={t('voice.closedText')} />}
      {state === 'waiting' && <Said icon={MessageSquareText} title={t('voice.first')} text="" />}
      {state !== 'closed' && heard && lines.length === 0 && (
        <Said icon={MessageSquareText} title={t('voice.quiet')} text={t('voice.quietText', { name })} />
      )}
      {state !== 'closed' && (
        <ol
          className={classes(LINES, lines.length === 0 && (state === 'waiting' || heard) ? 'flex-none' : 'flex-1')}
          aria-label={t('voice.lines')}
          aria-live="polite"
          aria-relevant="additions"
        >
          {lines.map((line) => (
            <Line key={line.id} line={line} name={name} />
          ))}
        </ol>
      )}
      {state === 'lost' && (
        <p className={LOST} role="alert">
          <Icon of={Unplug} size={20} />
          {t('voice.lost')}
        </p>
      )}
      {state === 'up' && heard && !heard.online && (
        <p className={LOST} role="status">
          <Icon of={Unplug} size={20} />
          {t('voice.offline', { name })}
        </p>
      )}
    </main>
  );
}

function Line({ line: { by, text, language, isOld }, name }: { readonly line: ShownCaption; readonly name: string }) {
  const t = useT();
  return (
    <li className={classes(LINE, isOld ? 'border-line-2' : by === 'person' ? 'border-st-charging' : 'border-mark')}>
      <b>{by === 'robot' ? name : t('voice.person')}</b>
      <p className={isOld ? OLD_TEXT : NEW_TEXT} lang={language || undefined} dir="auto">
        {text}
      </p>
    </li>
  );
}

function Said({ icon, title, text }: { readonly icon: Glyph; readonly title: string; readonly text: string }) {
  return (
    <div className={SAID} role="status">
      <Icon of={icon} size={72} />
      <h2 className="text-[length:max(26px,calc(3.6*var(--unit)))]/[1.3] font-[600]">{title}</h2>
      <p className="max-w-[32em] text-[length:max(18px,calc(2.2*var(--unit)))]/[1.45]">{text}</p>
    </div>
  );
}

/**
 * Live captions on a robot's screen: large, newest at the bottom, readable from a few metres. Captions are rendered as
 * plain text only.
 */
import '../../styles/voice.css';
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

export function VoicePage({ screen }: { readonly screen: VoiceRef }) {
  const t = useT();
  const context = useSelector(screen, selectVoice);
  const state = useSelector(screen, selectVoiceState);
  const { heard } = context;
  const lines = captionsShown(context);
  const name = heard?.robotName ?? '';
  return (
    <main className="voice">
      <header className="voice-head">
        <h1>{name || t('voice.title')}</h1>
        <span className="voice-switches">
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
        <ol className="voice-lines" aria-label={t('voice.lines')} aria-live="polite" aria-relevant="additions">
          {lines.map((line) => (
            <Line key={line.id} line={line} name={name} />
          ))}
        </ol>
      )}
      {state === 'lost' && (
        <p className="voice-lost" role="alert">
          <Icon of={Unplug} size={20} />
          {t('voice.lost')}
        </p>
      )}
      {state === 'up' && heard && !heard.online && (
        <p className="voice-lost" role="status">
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
    <li className={classes('voice-line', by === 'person' && 'voice-person', isOld && 'voice-old')}>
      <b>{by === 'robot' ? name : t('voice.person')}</b>
      <p lang={language || undefined} dir="auto">
        {text}
      </p>
    </li>
  );
}

function Said({ icon, title, text }: { readonly icon: Glyph; readonly title: string; readonly text: string }) {
  return (
    <div className="voice-said" role="status">
      <Icon of={icon} size={72} />
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  );
}

/** Opens the companion app, a separate application on the same host, in a new tab. */
import { useT } from '../../hooks/useT.ts';

const APP = '/mini-program';

export function CompanionLink() {
  const t = useT();
  return (
    <a className="text-link" href={APP} target="_blank" rel="noreferrer">
      {t('noRobot.companion.open')}
    </a>
  );
}

/** What the companion app is for, and the link to it. */
export function CompanionNote() {
  const t = useT();
  return (
    <p className="text-13 text-text-2">
      {t('noRobot.companion.text')} <CompanionLink />
    </p>
  );
}

/** Account state as icon and label: active, locked, no password yet, or owned by an app. */
import Blocks from 'lucide-react/icons/blocks';
import CircleCheck from 'lucide-react/icons/circle-check';
import KeyRound from 'lucide-react/icons/key-round';
import Lock from 'lucide-react/icons/lock';
import type { Account } from '../../../../contract/entities/account.ts';
import { useT } from '../../hooks/useT.ts';
import { StatusPill } from '../../kit/StatusPill.tsx';

export function AccountState({ account: { lockedAt, hasPassword, appId } }: { readonly account: Account }) {
  const t = useT();
  if (lockedAt !== null) return <StatusPill status="alarm" icon={Lock} label={t('accounts.state.locked')} />;
  if (appId !== '') return <StatusPill status="online" icon={Blocks} label={t('accounts.state.app')} />;
  if (!hasPassword) return <StatusPill status="attn" icon={KeyRound} label={t('accounts.state.waiting')} />;
  return <StatusPill status="online" icon={CircleCheck} label={t('accounts.state.open')} />;
}

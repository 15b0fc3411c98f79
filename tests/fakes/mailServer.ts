/** A minimal SMTP server on loopback that stores received mails; it can refuse every address or never respond. */
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as received. */
  data: string;
}

export async function startMailServer(manner: 'takes' | 'refuses' | 'says nothing' = 'takes') {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const say = (line: string) => socket.write(`${line}\r\n`);
    let mail: ReceivedMail = { from: '', to: [], data: '' };
    let rest = '';
    let inData = false;
    const hear = (line: string): void => {
      if (inData) {
        if (line !== '.') return void (mail.data += `${line.replace(/^\.\./u, '.')}\n`);
        inData = false;
        mails.push(mail);
        mail = { from: '', to: [], data: '' };
        return void say('250 taken');
      }
      const [word = ''] = line.toUpperCase().split(' ');
      if (word === 'EHLO' || word === 'HELO') say('250 mail.test');
      else if (word === 'MAIL') say(((mail.from = /<([^>]*)>/u.exec(line)?.[1] ?? ''), '250 ok'));
      // Like real mail servers, it quotes the recipient.
      else if (word === 'RCPT' && manner === 'refuses')
        say(`550 <${/<([^>]*)>/u.exec(line)?.[1] ?? ''}>: nobody of that name`);
      else if (word === 'RCPT') say((mail.to.push(/<([^>]*)>/u.exec(line)?.[1] ?? ''), '250 ok'));
      else if (word === 'DATA') say(((inData = true), '354 go on'));
      else if (word === 'QUIT') socket.end('221 bye\r\n');
      else say('250 ok');
    };
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      lines.forEach(hear);
    });
    if (manner !== 'says nothing') say('220 mail.test');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The decoded text of a mail, whatever its transfer encoding. */
export function textOf({ data }: ReceivedMail): string {
  const [head = '', ...body] = data.split('\n\n');
  const text = body.join('\n\n');
  if (/^content-transfer-encoding: base64/imu.test(head)) return Buffer.from(text, 'base64').toString('utf8');
  if (!/^content-transfer-encoding: quoted-printable/imu.test(head)) return text;
  const bytes = text
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/gu, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

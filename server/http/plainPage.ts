/** Small pages that the server writes itself, in both languages at once: nobody has chosen one yet. */
import { EVERYWHERE, ON_PAGES, PLAIN_PAGE_POLICY } from './headers.ts';

export const PLAIN_PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...EVERYWHERE,
  ...ON_PAGES,
  'content-security-policy': PLAIN_PAGE_POLICY,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
};

/** @param body trusted HTML */
export const plainPage = ({
  title,
  head = '',
  body,
}: {
  title: string;
  head?: string;
  body: string;
}): string => `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}<style>
:root { color-scheme: light dark; --ink: #0f2a63; --paper: #f5f7fb; --card: #fff; --mark: #4185f2; --quiet: #55637f }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ecf8; --paper: #0d1526; --card: #16213a; --quiet: #9fadc9 } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, -apple-system, 'Segoe UI', 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', sans-serif }
main { max-width: 36rem; margin: 1.5rem; padding: 2rem 2.25rem; background: var(--card); border-radius: 16px; box-shadow: 0 8px 40px #0f2a6318 }
h1 { font-size: 1.25rem; margin: 0 0 .5rem } h2 { font-size: 1rem; margin: 1.5rem 0 .25rem } p, ol { margin: 0 0 .5rem } ol { padding-left: 1.25rem } a { color: var(--mark) } .quiet { color: var(--quiet) }
i { display: block; width: 2.5rem; height: 4px; border-radius: 2px; background: var(--mark); margin-bottom: 1.25rem }
@media (prefers-reduced-motion: no-preference) { i.busy { animation: go 1.4s ease-in-out infinite alternate } @keyframes go { to { transform: translateX(4rem) } } }
</style>
<main>${body}</main>
</html>
`;

export const STARTING_PAGE = plainPage({
  title: 'Roundhouse',
  head: '<meta http-equiv="refresh" content="1">\n',
  body: `<i class="busy"></i><h1>Roundhouse 正在启动</h1><p class="quiet">几秒钟后将自动打开。</p>
<h1 lang="en">Roundhouse is starting</h1><p class="quiet" lang="en">It opens by itself in a few seconds.</p>`,
});

/** How a device comes to trust the certificate that this server made for itself. */
export const TRUST_PAGE = plainPage({
  title: 'Roundhouse',
  body: `<i></i><h1>信任此服务器的证书</h1>
<p>此控制台使用由本机自建机构签发的证书。安装一次该机构的证书后，浏览器即可使用麦克风和摄像头，且不再警告。请只在您自己的网络中这样做。</p>
<ol><li><a href="/ca.pem">下载证书 roundhouse-ca.pem</a></li>
<li>iPhone / iPad：设置 → 已下载描述文件 → 安装，然后在 通用 → 关于本机 → 证书信任设置 中启用。</li>
<li>Android：设置 → 安全 → 加密与凭据 → 安装证书 → CA 证书。</li>
<li>Windows / macOS / Linux：将其导入系统或浏览器的“受信任的根证书颁发机构”。</li></ol>
<section lang="en"><h1>Trust this server's certificate</h1>
<p>This console uses a certificate signed by an authority made on this machine. Install that authority once, and the browser gives microphone and camera, and warns no more. Do so only on a network of your own.</p>
<ol><li><a href="/ca.pem">Download the certificate roundhouse-ca.pem</a></li>
<li>iPhone, iPad: Settings, Profile Downloaded, Install; then General, About, Certificate Trust Settings: switch it on.</li>
<li>Android: Settings, Security, Encryption and credentials, Install a certificate, CA certificate.</li>
<li>Windows, macOS, Linux: import it among the trusted root authorities of the system or the browser.</li></ol></section>`,
});

#!/bin/sh
# Attacks a running site with wapiti and sqlmap (Debian packages: apt-get install wapiti sqlmap) and says what they found.
#
#   test/security/run.sh http://localhost:3000 [minutes]
#
# Never against a site that you do not own or that holds anything you need: forms are sent hundreds of times. Limits of
# searches, messages and sign-ups respond with 429, as they should, and nothing behind them is reached: start the site with
# TRUST_PROXY=1, so that sqlmap comes from an address of its own each time. Reports are left in
# test-results/security. Ends with 1 if anything was found.
set -u
site=${1:?usage: test/security/run.sh http://localhost:3000 [minutes]}
seconds=$((${2:-10} * 60))
out=test-results/security
mkdir -p "$out"
found=0

echo "== wapiti: every page and form, at most $seconds s"
timeout $((seconds + 120)) wapiti -u "$site/" --scope folder --flush-session --max-scan-time "$seconds" -v 1 \
  -m sql,timesql,xss,permanentxss,file,exec,crlf,redirect,ssrf,xxe,backup,htaccess,methods,csp,http_headers,cookieflags \
  -f json -o "$out/wapiti.json" >"$out/wapiti.log" 2>&1
if [ -s "$out/wapiti.json" ]; then
  node -e '
    const { vulnerabilities, anomalies } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"))
    const list = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, all]) => all.map((one) => `${kind}: ${one.method} ${one.path} ${one.parameter ?? ""} ${one.info}`))
    // Left alone by browsers of today; and HSTS belongs to https.
    const own = list.filter((line) => !/X-XSS-Protection|Strict-Transport-Security/.test(line))
    console.log(own.length ? own.join("\n") : "nothing found")
    process.exitCode = own.length ? 1 : 0
  ' "$out/wapiti.json" || found=1
else
  echo "wapiti wrote no report; see $out/wapiti.log"
  found=1
fi

# Each address with the parameter that goes into a query. --level 2 also tries cookies; what is refused is ignored.
inject() {
  name=$1
  shift
  timeout "$seconds" sqlmap --batch --level 2 --risk 2 --threads 4 --tamper xforwardedfor --ignore-code 400,401,403,404,415,422,429 \
    --output-dir "$out/sqlmap-$name" --flush-session "$@" >"$out/sqlmap-$name.log" 2>&1
  if grep -q 'is vulnerable\|sqlmap identified the following injection' "$out/sqlmap-$name.log"; then
    echo "FOUND: $name; see $out/sqlmap-$name.log"
    found=1
  else
    refused=$(grep -o '429 (Too Many Requests) - [0-9]*' "$out/sqlmap-$name.log" | tail -1 | grep -o '[0-9]*$')
    echo "$name: nothing found${refused:+; $refused requests were refused with 429}"
  fi
}

echo "== sqlmap: what reaches the database, at most $seconds s each"
json='Content-Type: application/json'
inject search -u "$site/api/search?q=cream" -p q
inject posts -u "$site/api/posts?limit=3&page=1&category=cleansing" -p limit,page,category
inject post -u "$site/api/posts/how-to-wash-your-face*"
inject category -u "$site/api/categories/cleansing*"
inject shop -u "$site/shop?category=Cleansers&page=1" -p category,page
inject login -u "$site/api/auth/login" -H "$json" --data '{"username":"a*","password":"b*"}'
inject contact -u "$site/api/contacts" -H "$json" --data '{"name":"Ann*","email":"a@b.example","subject":"Hi*","message":"Hello there, you*"}'
inject subscribe -u "$site/api/subscribers" -H "$json" --data '{"email":"ann*@b.example","name":"Ann*"}'
inject click -u "$site/api/analytics/click" -H "$json" --data '{"linkId":"home*","productId":1,"postId":1}'
inject session -u "$site/api/auth/user" --cookie 'session=abc*'
inject postback -u "$site/api/analytics/postback?secret=a&linkId=b&revenue=1" -p secret,linkId,revenue

# The numbers of /metrics are for this machine only.
cached() { curl -s "$site/metrics" | sed -n 's/^dewlight_page_cache_pages //p'; }
echo "== made-up addresses: none of 600 may stay in the cache"
before=$(cached)
i=0
while [ $i -lt 100 ]; do
  i=$((i + 1))
  for address in "api/posts?category=x$i" "api/products?category=x$i" "api/categories/x$i" "shop?category=x$i" "contact?sent=x$i" "blog/x$i"; do
    curl -s -o "$out/response" "$site/$address"
  done
done
after=$(cached)
if [ -z "$before" ]; then
  echo "/metrics is not available here: run this on the machine of the site"
  found=1
elif [ $((after - before)) -gt 100 ]; then
  echo "FOUND: $((after - before)) responses more in the cache"
  found=1
else
  echo "nothing found"
fi

echo "== requests that a proxy and the site may read differently"
response_status=$(node -e '
  const { hostname, port } = new URL(process.argv[1])
  const head = "GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n"
  const socket = require("node:net").connect(port || 80, hostname, () => socket.write(head))
  socket.once("data", (data) => console.log(data.toString("latin1", 9, 12)) || socket.destroy())
' "$site")
if [ "$response_status" = 400 ]; then
  echo "nothing found"
else
  echo "FOUND: two Host headers get $response_status"
  found=1
fi

exit $found

// versionproxy stands before an API server and answers /version with another version, so that what an operator chooses for a version can
// be tested on servers that can't be built here. It can hold up patches of a status, so that a test can change something meanwhile. Everything
// else goes through, watches included. Plain HTTP on loopback.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"time"
)

func main() {
	listen := flag.String("listen", "", "address to listen on, such as 127.0.0.1:8001")
	server := flag.String("server", "", "URL of the API server")
	authority := flag.String("certificate-authority", "", "PEM file that the server's certificate is checked against")
	file := flag.String("version-file", "", "file with the version to answer, such as v1.29.4; read at each request")
	delay := flag.Duration("status-delay", 0, "how long a patch of a status waits before it goes through")
	flag.Parse()
	if err := run(*listen, *server, *authority, *file, *delay); err != nil {
		log.Fatal(err)
	}
}

func run(listen, server, authority, file string, delay time.Duration) error {
	target, err := url.Parse(server)
	if err != nil || target.Host == "" {
		return fmt.Errorf("--server %q is no URL", server)
	}
	pem, err := os.ReadFile(authority)
	if err != nil {
		return err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(pem) {
		return fmt.Errorf("--certificate-authority %s holds no certificate", authority)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true}
	proxy.FlushInterval = -1 // watches
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPatch && strings.HasSuffix(r.URL.Path, "/status") {
			time.Sleep(delay)
		}
		proxy.ServeHTTP(w, r)
	})
	mux.HandleFunc("/version", func(w http.ResponseWriter, _ *http.Request) { answer(w, file) })
	return http.ListenAndServe(listen, mux)
}

func answer(w http.ResponseWriter, file string) {
	text, err := os.ReadFile(file)
	version := strings.TrimSpace(string(text))
	parts := strings.Split(strings.TrimPrefix(version, "v"), ".")
	if err != nil || len(parts) < 3 {
		http.Error(w, fmt.Sprintf("no version in %s: %v", file, err), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]string{"gitVersion": version, "major": parts[0], "minor": parts[1]})
}
